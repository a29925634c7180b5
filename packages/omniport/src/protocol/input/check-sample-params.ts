import { isObject } from '../../values/json/is-object.js'
import { isStringArray } from '../../values/json/is-string-array.js'
import type { SampleParams } from '../model/sampling.js'
import { checkBlock } from './check-block.js'
import { checkToolBalance } from './check-tool-balance.js'

/**
 * The first problem of the parameters of sampling, to be read after their name; undefined if they are valid. Content may be a
 * string, a block or a list; it must not be empty.
 *
 * spec: client/sampling#data-types
 */
export function checkSampleParams(params: Members): string | undefined {
  const { messages } = params
  if (!Array.isArray(messages) || messages.length === 0) return 'messages must be an array with at least one message'
  return (
    firstProblem(messages, 'messages', checkMessage) ??
    // Every message was checked by the line above.
    checkToolBalance(messages as SampleParams['messages']) ??
    checkNumbers(params) ??
    checkTexts(params) ??
    checkPreferences(params['modelPreferences']) ??
    checkTools(params)
  )
}

type Members = Readonly<Record<string, unknown>>

/** spec: client/sampling#messages */
function checkMessage(message: unknown): string | undefined {
  if (!isObject(message)) return ' must be an object'
  const { role, content } = message
  if (role !== 'user' && role !== 'assistant') return '.role must be "user" or "assistant"'
  if (typeof content === 'string') return undefined
  if (Array.isArray(content)) {
    return content.length > 0 ? firstProblem(content, '.content', checkBlock) : '.content must not be empty'
  }
  const problem = checkBlock(content)
  return problem === undefined ? undefined : `.content${problem}`
}

/** spec: client/sampling#sampling-parameters */
function checkNumbers({ maxTokens, temperature }: Members): string | undefined {
  if (!Number.isInteger(maxTokens) || (maxTokens as number) < 1) return 'maxTokens must be a positive integer'
  if (temperature !== undefined && !Number.isFinite(temperature)) return 'temperature must be a number'
  return undefined
}

function checkTexts({ systemPrompt, stopSequences, includeContext, metadata }: Members): string | undefined {
  if (systemPrompt !== undefined && typeof systemPrompt !== 'string') return 'systemPrompt must be a string'
  const isList = isStringArray(stopSequences)
  if (stopSequences !== undefined && !isList) return 'stopSequences must be an array of strings'
  if (includeContext !== undefined && !contexts.has(includeContext)) {
    return 'includeContext must be "none", "thisServer" or "allServers"'
  }
  return metadata === undefined || isObject(metadata) ? undefined : 'metadata must be an object'
}

const contexts: ReadonlySet<unknown> = new Set(['none', 'thisServer', 'allServers'])

/** spec: client/sampling#model-preferences */
function checkPreferences(preferences: unknown): string | undefined {
  if (preferences === undefined) return undefined
  if (!isObject(preferences)) return 'modelPreferences must be an object'
  for (const name of ['costPriority', 'speedPriority', 'intelligencePriority']) {
    const priority = preferences[name]
    if (priority !== undefined && !(typeof priority === 'number' && priority >= 0 && priority <= 1)) {
      return `modelPreferences.${name} must be a number from 0 to 1`
    }
  }
  const { hints = [] } = preferences
  if (!Array.isArray(hints)) return 'modelPreferences.hints must be an array'
  return firstProblem(hints, 'modelPreferences.hints', (hint) => {
    if (!isObject(hint)) return ' must be an object'
    return hint['name'] === undefined || typeof hint['name'] === 'string' ? undefined : '.name must be a string'
  })
}

/** spec: client/sampling#sampling-with-tools */
function checkTools({ tools, toolChoice }: Members): string | undefined {
  if (toolChoice !== undefined) {
    if (!isObject(toolChoice)) return 'toolChoice must be an object'
    if (toolChoice['mode'] !== undefined && !modes.has(toolChoice['mode'])) {
      return 'toolChoice.mode must be "auto", "required" or "none"'
    }
  }
  if (tools === undefined) return undefined
  if (!Array.isArray(tools)) return 'tools must be an array'
  const names = new Set<unknown>()
  return firstProblem(tools, 'tools', (tool) => {
    if (!isObject(tool)) return ' must be an object'
    const { name, inputSchema } = tool
    if (typeof name !== 'string') return '.name must be a string'
    if (names.has(name)) return '.name is there twice'
    names.add(name)
    const isRoot = isObject(inputSchema) && inputSchema['type'] === 'object'
    return isRoot ? undefined : '.inputSchema must have type "object"'
  })
}

const modes: ReadonlySet<unknown> = new Set(['auto', 'required', 'none'])

function firstProblem(
  items: readonly unknown[],
  name: string,
  check: (item: unknown) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const problem = check(item)
    if (problem !== undefined) return `${name}[${index}]${problem}`
  }
  return undefined
}

/**
 * Checks a handler's request to the client's model before it is sent.
 *
 * @throws TypeError naming the member: a message without role or content, tools used without results, a number out of range.
 */
export function assertSampling(params: SampleParams): void {
  const problem = checkSampleParams({ ...params })
  if (problem !== undefined) throw new TypeError(`sample: ${problem}`)
}
