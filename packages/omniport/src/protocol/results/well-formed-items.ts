import { isObject } from '../../values/json/is-object.js'
import { truncate } from '../../values/text/truncate.js'
import { needStrings } from '../content/check-content.js'

type Members = Readonly<Record<string, unknown>>

/**
 * A page of a list without the definitions that are malformed, so that the others can be used; `onLeftOut` gets a text that names
 * the first of them. Any other result, and a page without such definitions, is returned as it is.
 *
 * `assertResult` checks that the page has a list.
 */
export function wellFormedItems(method: string, result: Members, onLeftOut?: (problem: string) => void): Members {
  const list = lists.get(method)
  return list === undefined ? result : leaveOutMalformed(method, result, { ...list, onLeftOut })
}

/** As `wellFormedItems`, for a list whose items `check` knows. */
export function leaveOutMalformed(method: string, result: Members, list: CheckedList): Members {
  const { onLeftOut } = list
  const items = result[list.member]
  if (!Array.isArray(items)) return result
  const usable: unknown[] = []
  const problems: string[] = []
  for (let index = 0; index < items.length; index += 1) {
    const item: unknown = items[index]
    const problem = isObject(item) ? list.check(item) : 'must be an object'
    if (problem === undefined) usable.push(item)
    else if (problems.length < mostNamed) problems.push(`${list.member}[${index}]${nameOf(item)}: ${problem}`)
  }
  if (usable.length === items.length) return result
  onLeftOut?.(`${method}: left out ${items.length - usable.length} of ${items.length}: ${problems.join('; ')}`)
  return { ...result, [list.member]: usable }
}

/** A peer can send any number of malformed definitions: only so many are named. */
const mostNamed = 3

interface CheckedList extends List {
  readonly onLeftOut?: ((problem: string) => void) | undefined
}

interface List {
  /** The member of the result that holds the items. */
  readonly member: string
  /** Returns the first problem of an item. */
  readonly check: (item: Members) => string | undefined
}

const resources: List = {
  member: 'resources',
  check: (item) => needStrings(item, 'uri', 'name') ?? checkTexts(item),
}

const lists: ReadonlyMap<string, List> = new Map([
  ['tools/list', { member: 'tools', check: checkTool }],
  ['resources/list', resources],
  ['resources/directory/read', resources],
  [
    'resources/templates/list',
    {
      member: 'resourceTemplates',
      check: (item) => needStrings(item, 'uriTemplate', 'name') ?? checkTexts(item),
    },
  ],
  ['prompts/list', { member: 'prompts', check: checkPrompt }],
])

function checkTool(tool: Members): string | undefined {
  const { inputSchema } = tool
  const problem = needStrings(tool, 'name') ?? checkTexts(tool)
  if (problem !== undefined) return problem
  if (!isObject(inputSchema)) return 'inputSchema must be an object'
  const { properties } = inputSchema
  return properties === undefined || isObject(properties) ? undefined : 'inputSchema.properties must be an object'
}

function checkPrompt(prompt: Members): string | undefined {
  const problem = needStrings(prompt, 'name') ?? checkTexts(prompt)
  const given = prompt['arguments'] ?? []
  if (problem !== undefined) return problem
  if (!Array.isArray(given)) return 'arguments must be an array'
  const areNamed = given.every((argument) => isObject(argument) && typeof argument['name'] === 'string')
  return areNamed ? undefined : 'each of its arguments must have a name'
}

/** Some servers send null for a text that they do not have. */
function checkTexts(item: Members): string | undefined {
  const wrong = ['title', 'description'].find((name) => typeof (item[name] ?? '') !== 'string')
  return wrong === undefined ? undefined : `${wrong} must be a string`
}

function nameOf(item: unknown): string {
  const name = isObject(item) ? item['name'] : undefined
  return typeof name === 'string' ? ` (${JSON.stringify(truncate(name, 64))})` : ''
}
