// StateStore
