export {
  type AiSdkOutput,
  type AiSdkSchema,
  type AiSdkTool,
  toAiSdkTools,
} from '../models/ai-sdk/to-ai-sdk-tools.js'
export {
  type AnthropicContent,
  type AnthropicTool,
  type AnthropicToolResult,
  type AnthropicTools,
  toAnthropicTools,
} from '../models/anthropic/to-anthropic-tools.js'
export type { ModelToolsOptions } from '../models/model-tools.js'
export {
  type OpenAiChatCall,
  type OpenAiChatMessage,
  type OpenAiChatPart,
  type OpenAiChatTool,
  type OpenAiChatTools,
  toOpenAiChatTools,
} from '../models/openai/open-ai-chat-tools.js'
export {
  type OpenAiCallOutput,
  type OpenAiContent,
  type OpenAiTool,
  type OpenAiTools,
  toOpenAiTools,
} from '../models/openai/open-ai-tools.js'
export type { RunOptions } from '../models/run-calls.js'
