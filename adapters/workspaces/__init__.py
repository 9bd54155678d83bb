"""Where a workspace is.

on_disk  a folder of this machine;  names: which files of it count;  misplaced: which would, elsewhere
dotenv   what is secret in its `.env` files
"""
