import { tool } from '@langchain/core/tools'
import { toAiSdkTools } from 'omniport/models'

/**
 * The tools of a host, or of a client, as those of LangChain: for `model.bindTools(tools)` and for agents of LangGraph. The policy of the
 * host, or the person, decides about every call. Images and PDF documents stay what they are.
 */
export async function toLangChainTools(source) {
  const tools = await toAiSdkTools(source)
  return Object.entries(tools).map(([name, { description, inputSchema, execute, toModelOutput }]) =>
    tool(
      async (args, { signal }) => toBlocks(toModelOutput({ output: await execute(args, { abortSignal: signal }) })),
      { name, description, schema: inputSchema.jsonSchema },
    ),
  )
}

function toBlocks({ type, value }) {
  if (type === 'error-text') throw new Error(value) // an agent of LangGraph gives it to the model
  return value.map((part) => {
    if (part.type === 'text') return part
    const { mediaType, data, filename } = part
    const block = { source_type: 'base64', mime_type: mediaType, data: data.data }
    return mediaType.startsWith('image/')
      ? { type: 'image', ...block }
      : { type: 'file', ...block, metadata: { filename } }
  })
}
