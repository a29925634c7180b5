import type { SampleContent, SampleResult } from '../../protocol/model/sampling.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { isObject } from '../../values/json/is-object.js'
import { checkSampleResult } from './check-sample-result.js'

/**
 * Checks the answer of a model or of a person who edited it, and keeps only known members. `tools` are the names that the
 * model may call. An empty answer becomes an empty text.
 *
 * spec: client/sampling#result-fields, client/sampling#sampling-with-tools
 *
 * @throws OmniportError `invalid_result` naming the member.
 */
export function toSampleResult(given: unknown, tools: ReadonlySet<string>): SampleResult<SampleContent> {
  if (!isObject(given)) throw invalid(' must be an object')
  const wrong = checkSampleResult(given)
  if (wrong !== undefined) throw invalid(wrong)
  const { role, content, model, stopReason, _meta } = given as object as SampleResult<SampleContent> // checked above
  const ids = new Set<string>()
  for (const [index, block] of content.entries()) {
    const problem = checkUse(block, { tools, ids })
    if (problem !== undefined) throw invalid(`.content[${index}]${problem}`)
  }
  return {
    role,
    content: content.length > 0 ? [...content] : [{ type: 'text', text: '' }],
    model,
    ...(stopReason !== undefined && { stopReason }),
    ...(_meta !== undefined && { _meta }),
  }
}

/** Checks a block: a model may call tools, but not return their results. `ids` are those of earlier blocks. */
function checkUse(
  block: SampleContent,
  { tools, ids }: { readonly tools: ReadonlySet<string>; readonly ids: Set<string> },
): string | undefined {
  if (block.type === 'tool_result') return ' must not be a tool result: the server runs the tools'
  if (block.type !== 'tool_use') return undefined
  if (!tools.has(block.name)) return '.name must be the name of an offered tool'
  if (ids.has(block.id)) return '.id must be unique'
  ids.add(block.id)
  return undefined
}

function invalid(problem: string): OmniportError {
  return new OmniportError('invalid_result', `The answer of the model${problem}`)
}
