import {
  type ConsentDecision,
  type ConsentRequest,
  type DescriptionLine,
  describeConsentRequest,
  type SampleConsent,
} from '../../../entries/host.js'
import type { Choice, Prompts } from '../screen/prompts.js'
import type { InterruptContext } from '../screen/shared-screen.js'
import { marked } from '../screen/wrap-marked.js'
import { editSample } from './edit-sample.js'

/**
 * Shows a whole request and asks for the decision; leaving denies it once. The cursor starts at `Deny` if there are
 * warnings, or if keys may have been meant for what was on the screen before.
 *
 * spec: security_best_practices#local-mcp-server-compromise, server/tools#user-interaction-model
 */
export async function askConsent(
  prompts: Prompts,
  request: ConsentRequest,
  { isInterrupting }: InterruptContext,
): Promise<ConsentDecision> {
  let current = request
  for (;;) {
    const { title, warnings } = await showRequest(prompts, current)
    const initial = isInterrupting || warnings.length > 0 ? 'deny' : 'once'
    const chosen = await prompts.select<Chosen>({
      message: title,
      options: choicesFor(current, current !== request),
      initial,
    })
    if (chosen !== 'edit') return current.type === 'sample' ? withEdits(current, request, chosen) : toAnswer(chosen)
    if (current.type === 'sample') current = await editSample(prompts, current)
  }
}

async function showRequest(prompts: Prompts, request: ConsentRequest) {
  const described = describeConsentRequest(request)
  const { title, lines, warnings } = described
  await prompts.note(title, lines.flatMap(linesOf).join('\n'))
  for (const warning of warnings) await prompts.print('warning', warning)
  return described
}

/** Marks each line of untrusted text, so that it cannot imitate a trusted line. */
function linesOf({ label, text, isUntrusted }: DescriptionLine): readonly string[] {
  if (!isUntrusted) return [`${label}: ${text}`]
  return [...(label === '' ? [] : [`${label}:`]), marked(text)]
}

type Chosen = 'once' | 'session' | 'always' | 'always-so' | 'deny' | 'deny-always' | 'edit'

/** An edited request can only be allowed once. */
function choicesFor(request: ConsentRequest, isChanged: boolean): readonly Choice<Chosen>[] {
  const { type } = request
  const edit: Choice<Chosen> = {
    value: 'edit',
    label: type === 'sample' && request.result !== undefined ? 'Change the answer' : 'Change what the model is asked',
  }
  const once: Choice<Chosen> = { value: 'once', label: 'Allow this once' }
  const deny: Choice<Chosen> = { value: 'deny', label: 'Deny' }
  const denyAlways: Choice<Chosen> = { value: 'deny-always', label: 'Deny always' }
  if (isChanged) return [once, edit, deny]
  // An approval of what nobody can verify is not remembered.
  if (type === 'skill' && request.skill.files === 'dynamic') return [once, deny, denyAlways]
  return [
    once,
    { value: 'session', label: 'Allow until this program ends' },
    { value: 'always', label: 'Allow always', hint: 'until it changes, or you forget it' },
    ...(type === 'call' ? [{ value: 'always-so' as const, label: 'Allow always with exactly these arguments' }] : []),
    ...(type === 'sample' ? [edit] : []),
    deny,
    denyAlways,
  ]
}

function toAnswer(chosen: Exclude<Chosen, 'edit'> | undefined): ConsentDecision {
  switch (chosen) {
    case 'once':
      return 'allow'
    case 'session':
    case 'always':
      return { answer: 'allow', remember: chosen }
    case 'always-so':
      return { answer: 'allow', remember: { scope: 'always', args: true } }
    case 'deny-always':
      return { answer: 'deny', remember: 'always' }
    default:
      return 'deny'
  }
}

function withEdits(
  current: SampleConsent,
  before: ConsentRequest,
  chosen: Exclude<Chosen, 'edit'> | undefined,
): ConsentDecision {
  if (current === before || chosen !== 'once') return toAnswer(chosen)
  const { params, result } = current
  return result === undefined ? { answer: 'allow', params } : { answer: 'allow', result }
}
