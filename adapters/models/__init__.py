"""What answers a request to a model.

providers  any model, by its name: the way to its provider, tries and deadlines;  ways: the port of such a way
direct     without litellm: openai_format, anthropic_format make a request;  costs: its tokens and their price
litellm    all other providers;  options: a request's profile as litellm has it;  addresses: its key and its address;
           packages: what it needs that isn't installed
table      what litellm's table knows of models;  windows: how much they take;  prices: which have one
library    litellm itself, imported where nobody waits for it
stream     one answer, read to its end: events are its lines as JSON, pieces what came of a model in them
assembly   pieces become a reply;  thinking: what a model writes into its text between tags is no part of it;
           written_calls: calls that it writes as text
fallbacks  other models, for when one does not answer;  named: several, by the name that a request carries
seeing     pictures and documents, for the models that can look at them
usage      what a try has used: counted, or estimated
failures   what went wrong becomes a failure of the port, in words for people; error_answers: what a provider said
           instead of an answer; failure_table: what that means, with a source for each line
rehearsal  an offline script that plays a model, for trying Deskmate out
script_position what the rehearsal reads in a conversation: who said what, and how far it has come
"""
