import type { Tool } from '../../protocol/model/tool.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'

/** The names of the two tools. */
export const [findName, callName] = ['find_tools', 'call_tool'] as const

export const defaultFound = 8
export const maxFound = 20

const find: Tool = {
  name: findName,
  title: 'Find tools',
  description:
    'Finds tools by what they do. Many tools are available here that are not listed: search for one by a few words, such as ' +
    `"create issue" or "weather forecast", before you say that something cannot be done. Then call it with ${callName}.`,
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1, description: 'What the tool should do, in a few words' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: maxFound,
        default: defaultFound,
        description: 'The number of tools to find',
      },
    },
    required: ['query'],
  },
  outputSchema: {
    type: 'object',
    properties: { tools: { type: 'array', items: { type: 'object' } } },
    required: ['tools'],
  },
  annotations: { title: 'Find tools', readOnlyHint: true, openWorldHint: false },
}

const call: Tool = {
  name: callName,
  title: 'Call a tool',
  description: `Calls a tool that ${findName} has found. Its arguments must fit the inputSchema that was found with it.`,
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, description: 'The name of the tool' },
      arguments: { type: 'object', description: 'The arguments of the tool', default: {} },
    },
    required: ['name'],
  },
  annotations: { title: 'Call a tool' },
}

/** The two tools in the shape of a revision. */
export function searchTools(revision: Revision): readonly Tool[] {
  const { titles, toolAnnotations, structured } = profileOf(revision)
  return [find, call].map(({ title, annotations, outputSchema, ...rest }) => ({
    ...rest,
    ...(titles && { title }),
    ...(toolAnnotations && { annotations }),
    ...(structured !== 'none' && outputSchema !== undefined && { outputSchema }),
  }))
}
