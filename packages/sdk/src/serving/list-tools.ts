import { jsonSchemaOf } from '../definitions/json-schema-of.js'
import type { RegisteredTool, Registry } from '../definitions/registered.js'
import type { ListToolsResult } from '../types.js'

type ListedTool = ListToolsResult['tools'][number]

/** Lists the enabled tools. */
export function listTools(tools: Registry<RegisteredTool>): ListToolsResult {
  return {
    tools: Object.entries(tools)
      .filter(([, { enabled }]) => enabled)
      .map(([name, tool]) => describeTool(name, tool)),
  }
}

function describeTool(name: string, tool: RegisteredTool): ListedTool {
  const { title, description, annotations, execution, _meta } = tool
  const inputSchema = jsonSchemaOf(tool.inputSchema, 'input') ?? { type: 'object', properties: {} }
  const outputSchema = jsonSchemaOf(tool.outputSchema, 'output')
  const listed = { name, title, description, inputSchema, annotations, execution, _meta }
  return (outputSchema === undefined ? listed : { ...listed, outputSchema }) as ListedTool
}
