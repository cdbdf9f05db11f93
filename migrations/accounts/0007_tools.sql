-- Which tools MCP offers to who brings a token.
ALTER TABLE tokens ADD COLUMN tools TEXT;
