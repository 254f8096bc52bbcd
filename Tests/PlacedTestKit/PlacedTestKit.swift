// Test kit
