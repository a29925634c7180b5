import type { Driver } from '../drivers/driver.js'
import type { JsonObject } from '../json.js'
import type { Scenario } from './scenario.js'

const number = { type: 'number' }
const text = (value: string) => ({ content: [{ type: 'text', text: value }] })

/** Tools: listed, called, failing. */
export const tools: readonly Scenario[] = [
  {
    name: 'tools are listed',
    play: async (driver) => (await driver.listTools()).map(({ name, description }) => `${name}: ${description}`).sort(),
    expected: () => [
      'add: Adds two numbers',
      'announce: Announces a change',
      'cancelled: Answers when wait was cancelled',
      'count: Counts',
      'fail: Fails',
      'log: Logs',
      'newer: Shows what came later',
      'picture: Shows a dot',
      'received: Lets count go on',
      'started: Answers when wait is running',
      'wait: Waits until it is cancelled',
    ],
  },
  {
    name: 'a tool is listed with its schemas and hints, as far as the revision has them',
    play: async (driver) => {
      const { inputSchema, outputSchema, annotations } = (await driver.listTools()).find(isAdd) ?? {}
      return { input: essence(inputSchema), output: essence(outputSchema), annotations }
    },
    expected: ({ revision }) => ({
      input: { type: 'object', properties: { a: number, b: number }, required: ['a', 'b'] },
      output: revision < '2025-06-18' ? undefined : { type: 'object', properties: { sum: number }, required: ['sum'] },
      annotations: revision < '2025-03-26' ? undefined : { readOnlyHint: true },
    }),
  },
  {
    name: 'a tool gives a structured value, and its text',
    play: (driver) => callTool(driver, 'add', { a: 1, b: 2 }),
    expected: ({ revision }) => ({
      ...text('{"sum":3}'),
      ...(revision >= '2025-06-18' && { structuredContent: { sum: 3 } }),
    }),
  },
  {
    name: 'a tool gives text, an image and a resource',
    play: (driver) => callTool(driver, 'picture'),
    expected: ({ name, isOurServer, clientName = isOurServer ? name : undefined }) => ({
      content: [
        { type: 'text', text: 'A dot', ...(!dropsAnnotations(clientName) && { annotations }) },
        { type: 'image', data: 'AAH/', mimeType: 'image/png' },
        { type: 'resource', resource: { uri: 'note://today', mimeType: 'text/plain', text: 'Water' } },
      ],
    }),
  },
  {
    name: 'a tool gives audio and a link',
    isFor: ({ revision, isOurServer }) => isOurServer || revision >= '2025-06-18',
    play: (driver) => callTool(driver, 'newer'),
    expected: ({ revision }) => ({
      content: [
        revision < '2025-03-26' ? audioAsText : { type: 'audio', data: 'AAH/', mimeType: 'audio/wav' },
        revision < '2025-06-18' ? linkAsText : { type: 'resource_link', uri: 'note://today', name: 'today' },
      ],
    }),
  },
  {
    name: 'a tool that fails gives a result that says so',
    play: (driver) => callTool(driver, 'fail'),
    expected: () => ({ ...text('It broke'), isError: true }),
  },
  {
    name: 'arguments that do not match are the failure of the tool',
    isFor: ({ isOurServer }) => isOurServer,
    play: async (driver) => (await callTool(driver, 'add', { a: 'one', b: 2 }))['isError'],
    expected: () => true,
  },
  {
    name: 'a tool that is not there is an error',
    isFor: ({ isOurServer }) => isOurServer,
    play: (driver) => callTool(driver, 'nope').catch(({ code }) => code),
    expected: () => -32602,
  },
]

const audioAsText = { type: 'text', text: '[audio of type audio/wav]' }
const linkAsText = { type: 'text', text: 'today: note://today' }

const annotations = { audience: ['user'], priority: 0.5 }

/** The client of one release passes on only part of a content block. */
const dropsAnnotations = (clientName: string | undefined) => clientName === '1.22.0'

const isAdd = ({ name }: JsonObject) => name === 'add'

/** Releases differ in what else they say of an object. */
function essence(schema: unknown): unknown {
  if (schema === undefined) return undefined
  const { type, properties, required } = schema as JsonObject
  return { type, properties, required }
}

/** What is part of a result of a tool in any revision. */
async function callTool(driver: Driver, name: string, args?: JsonObject): Promise<JsonObject> {
  const { content, structuredContent, isError } = await driver.callTool(name, args)
  return {
    content,
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isError === true && { isError }),
  }
}
