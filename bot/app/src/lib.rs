//! What people can do: challenges and games, chat-neutral, synchronous and deterministic.
