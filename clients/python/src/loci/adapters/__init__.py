"""Adapters for LangGraph, the OpenAI Agents SDK and Anthropic's memory tool.

Each module needs the package that it adapts: `pip install "./clients/python[langgraph]"`, `[openai-agents]`,
`[anthropic]`, from the top of Loci's repository.
"""
