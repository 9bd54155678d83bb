"""Discord.

app       one server's connection; `socket`: discord.py's client, `calls`: REST and how it fails
gateway   what comes in: `live`: what is said, `interactions`: what is pressed; `parse`: as ChatEvents (pure)
catch_up  what was said while nobody listened; `missed`: how far we have come, and reading it; `patience`: how long
server    who we are in our server, and who else is, as it is known now
rooms     other places, as far as `permissions` let whoever asks see them; `attachments`: files in and out
chat      the port to speaking; `places`: channels and threads, `people`: who is in our server
render    texts and `cards` as components (pure), made of `phrases`, what is `pressed`, `text`; as a `message`
views     forms as modals (pure); `controls`: custom_ids; `limits`
commands  the slash command and the menu's entry; `registering` them; `ask_shortcut`: about a message
manifest  of our app, made from what is called (scopes), understood (intents) and answered (commands)
probe     what Discord says of our token
"""
