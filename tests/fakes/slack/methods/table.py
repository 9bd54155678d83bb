"""Method name -> what it does. A method that is not here is answered `unknown_method`, as Slack does."""

from collections.abc import Callable, Mapping

from tests.fakes.slack.methods import chat, conversations, files, streams, surfaces
from tests.fakes.slack.methods.call import ApiCall
from tests.fakes.slack.records import Json

Method = Callable[[ApiCall], Json]
"""Takes a call and returns the answer without `ok`; raises Refusal."""

METHODS: Mapping[str, Method] = {
    "assistant.threads.setStatus": surfaces.set_status,
    "auth.test": conversations.auth_test,
    "chat.appendStream": streams.append,
    "chat.delete": chat.delete,
    "chat.getPermalink": chat.get_permalink,
    "chat.postEphemeral": chat.post_ephemeral,
    "chat.postMessage": chat.post_message,
    "chat.startStream": streams.start,
    "chat.stopStream": streams.stop,
    "chat.update": chat.update,
    "conversations.history": conversations.history,
    "conversations.info": conversations.info,
    "conversations.open": conversations.open_direct,
    "conversations.replies": conversations.replies,
    "files.completeUploadExternal": files.complete_upload,
    "files.getUploadURLExternal": files.get_upload_url,
    "files.info": files.info,
    "reactions.add": conversations.add_reaction,
    "reactions.remove": conversations.remove_reaction,
    "users.info": conversations.users_info,
    "views.open": surfaces.open_view,
    "views.publish": surfaces.publish_view,
    "views.push": surfaces.push_view,
    "views.update": surfaces.update_view,
}
"""apps.connections.open is missing: it takes the app's token and opens a socket, see `web`."""
