import { isObject } from '../../values/json/is-object.js'
import { checkContent, listTypes, needStrings } from '../content/check-content.js'
import type { SampleContent } from '../model/sampling.js'

/**
 * The first problem of a block of a conversation with a model; undefined if it is valid. Bytes pass in place of base64, since
 * no JSON text holds them.
 *
 * spec: client/sampling#data-types
 */
export function checkBlock(block: unknown): string | undefined {
  if (!isObject(block)) return ' must be an object'
  const { type } = block
  const check = typeof type === 'string' && Object.hasOwn(checks, type) && checks[type as keyof typeof checks]
  const problem = check ? check(block) : `type must be one of ${listTypes(checks)}`
  return problem === undefined ? undefined : `.${problem}`
}

type Members = Readonly<Record<string, unknown>>
type Check = (block: Members) => string | undefined

const checkMedia: Check = (block) => checkContent(block)

/** The types of a conversation; one that is missing here does not compile. */
const checks = {
  text: checkMedia,
  image: checkMedia,
  audio: checkMedia,
  tool_use: (block) =>
    needStrings(block, 'id', 'name') ?? (isObject(block['input']) ? undefined : 'input must be an object'),
  tool_result: checkToolResult,
} satisfies Record<SampleContent['type'], Check>

/** spec: client/sampling#tool-result-messages */
function checkToolResult(block: Members): string | undefined {
  const { content, isError } = block
  const problem = needStrings(block, 'toolUseId')
  if (problem !== undefined) return problem
  if (isError !== undefined && typeof isError !== 'boolean') return 'isError must be a boolean'
  if (!Array.isArray(content)) return 'content must be an array'
  for (const [index, inner] of content.entries()) {
    if (!isObject(inner)) return `content[${index}] must be an object`
    const innerProblem = checkContent(inner)
    if (innerProblem !== undefined) return `content[${index}].${innerProblem}`
  }
  return undefined
}
