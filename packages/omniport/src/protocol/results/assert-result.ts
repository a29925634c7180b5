import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'
import { checkContent, checkContents, checkItems, checkMessage, isContentType } from '../content/check-content.js'

/** A result, or an object within one. */
type Members = Readonly<Record<string, unknown>>

/**
 * Checks that a result has the members of its method, to the depth that a client relies on. Unknown methods and members pass.
 *
 * @throws OmniportError `invalid_result` naming the member.
 */
export function assertResult(method: string, result: Members): void {
  const problem = checks.get(method)?.(result)
  if (problem !== undefined) throw new OmniportError('invalid_result', `${method}: ${problem}`)
}

/** Each check returns the first problem it finds. */
const checks: ReadonlyMap<string, (result: Members) => string | undefined> = new Map([
  ['initialize', checkInitialize],
  ['server/discover', checkDiscover],
  ['tools/list', (result) => checkPage(result, 'tools')],
  ['resources/list', (result) => checkPage(result, 'resources')],
  ['resources/templates/list', (result) => checkPage(result, 'resourceTemplates')],
  ['prompts/list', (result) => checkPage(result, 'prompts')],
  ['skills/list', (result) => checkPage(result, 'skills')],
  ['skills/get', ({ skill }) => (isObject(skill) ? undefined : 'skill must be an object')],
  ['resources/directory/read', (result) => checkPage(result, 'resources')],
  ['tools/call', checkToolResult],
  ['resources/read', (result) => checkItems(result['contents'], 'contents', checkContents)],
  [
    'prompts/get',
    (result) => checkItems(result['messages'], 'messages', (message) => checkMessage(message, checkBlock)),
  ],
  ['completion/complete', checkCompletion],
])

function checkInitialize(result: Members): string | undefined {
  if (typeof result['protocolVersion'] !== 'string') return 'protocolVersion must be a string'
  if (!isObject(result['capabilities'])) return 'capabilities must be an object'
  return isObject(result['serverInfo']) ? undefined : 'serverInfo must be an object'
}

function checkDiscover(result: Members): string | undefined {
  const versions = result['supportedVersions']
  if (!Array.isArray(versions)) return 'supportedVersions must be an array'
  return isObject(result['capabilities']) ? undefined : 'capabilities must be an object'
}

/** Without its items, which `wellFormedItems` checks. */
function checkPage(result: Members, member: string): string | undefined {
  const cursor = result['nextCursor']
  if (cursor !== undefined && cursor !== null && typeof cursor !== 'string') return 'nextCursor must be a string'
  return Array.isArray(result[member]) ? undefined : `${member} must be an array`
}

function checkToolResult(result: Members): string | undefined {
  const { isError } = result
  if (isError !== undefined && typeof isError !== 'boolean') return 'isError must be a boolean'
  return checkItems(result['content'], 'content', checkBlock)
}

/** Types that a later revision adds pass. */
function checkBlock(block: Members): string | undefined {
  if (typeof block['type'] !== 'string') return 'type must be a string'
  return isContentType(block['type']) ? checkContent(block) : undefined
}

function checkCompletion({ completion }: Members): string | undefined {
  if (!isObject(completion)) return 'completion must be an object'
  const { values } = completion
  if (!Array.isArray(values)) return 'completion.values must be an array'
  return values.every((value) => typeof value === 'string') ? undefined : 'completion.values must hold strings'
}
