"""Method name -> what it does. A method that is not here is answered `unknown_method`, as Slack does."""

from collections.abc import Callable, Mapping

from tests.fakes.slack.methods import agents, chat, conversations, files, people, streams, surfaces
from tests.fakes.slack.methods.call import ApiCall
from tests.fakes.slack.records import Json

Method = Callable[[ApiCall], Json]
"""Takes a call and returns the answer without `ok`; raises Refusal."""

METHODS: Mapping[str, Method] = {
    "agents.sessions.rename": agents.rename_session,
    "agents.sessions.setStatus": agents.set_session_status,
    "assistant.threads.setStatus": agents.set_thread_status,
    "assistant.threads.setSuggestedPrompts": agents.set_suggested_prompts,
    "auth.test": people.auth_test,
    "bots.info": people.bots_info,
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
    "conversations.list": conversations.list_all,
    "conversations.members": conversations.members,
    "conversations.open": conversations.open_direct,
    "conversations.replies": conversations.replies,
    "files.completeUploadExternal": files.complete_upload,
    "files.getUploadURLExternal": files.get_upload_url,
    "files.info": files.info,
    "reactions.add": people.add_reaction,
    "reactions.remove": people.remove_reaction,
    "users.info": people.users_info,
    "users.list": people.users_list,
    "views.open": surfaces.open_view,
    "views.publish": surfaces.publish_view,
    "views.push": surfaces.push_view,
    "views.update": surfaces.update_view,
}
"""apps.* are missing: they take the app's token, or its owner's, see `web`."""
