"""What is shipped in manifests/. The schema here is Slack's own; its licence stands beside it."""
