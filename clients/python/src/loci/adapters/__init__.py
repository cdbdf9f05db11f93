"""Loci behind the interfaces of others: LangGraph, the OpenAI Agents SDK, Anthropic's memory tool.

Each module needs the package it adapts: `pip install "loci-client[langgraph]"`, `[openai-agents]`, `[anthropic]`.
"""
