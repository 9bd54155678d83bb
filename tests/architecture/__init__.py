"""What holds for the house as a whole, whatever is in its rooms.

tree        the files and modules that the checks look at
contracts   who may import whom; also a command: python -m tests.architecture.contracts
"""
