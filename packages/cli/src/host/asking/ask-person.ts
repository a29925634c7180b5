import { type Answer, type DescriptionLine, describeQuestion, type Question } from 'omniport/host'
import type { Choice, Prompts } from '../screen/prompts.js'
import type { Moment } from '../screen/shared-screen.js'
import { marked } from '../screen/wrap-marked.js'
import { editSample } from './edit-sample.js'

/**
 * Shows all of a question, and asks what is allowed. Leaving it denies this one time. The cursor stands on no where something
 * is dangerous, and where keys may have been meant for what was there before.
 *
 * spec: security_best_practices#local-mcp-server-compromise, server/tools#user-interaction-model
 */
export async function askPerson(prompts: Prompts, question: Question, { isSudden }: Moment): Promise<Answer> {
  let asked = question
  for (;;) {
    const { title, warnings } = await showQuestion(prompts, asked)
    const initial = isSudden || warnings.length > 0 ? 'deny' : 'once'
    const chosen = await prompts.select<Chosen>({
      message: title,
      options: choicesFor(asked, asked !== question),
      initial,
    })
    if (chosen !== 'edit') return asked.type === 'sample' ? withEdits(asked, question, chosen) : toAnswer(chosen)
    if (asked.type === 'sample') asked = await editSample(prompts, asked)
  }
}

async function showQuestion(prompts: Prompts, question: Question) {
  const described = describeQuestion(question)
  const { title, lines, warnings } = described
  await prompts.note(title, lines.flatMap(linesOf).join('\n'))
  for (const warning of warnings) await prompts.say('warning', warning)
  return described
}

/** What a server says is marked as such on each of its lines, so that it cannot pass for a line of ours. */
function linesOf({ label, text, isUntrusted }: DescriptionLine): readonly string[] {
  if (!isUntrusted) return [`${label}: ${text}`]
  return [...(label === '' ? [] : [`${label}:`]), marked(text)]
}

type Chosen = 'once' | 'session' | 'always' | 'always-so' | 'deny' | 'deny-always' | 'edit'

/** What was changed holds for this one time. */
function choicesFor(question: Question, isChanged: boolean): readonly Choice<Chosen>[] {
  const { type } = question
  const edit: Choice<Chosen> = {
    value: 'edit',
    label: type === 'sample' && question.result !== undefined ? 'Change the answer' : 'Change what the model is asked',
  }
  const once: Choice<Chosen> = { value: 'once', label: 'Allow this once' }
  const deny: Choice<Chosen> = { value: 'deny', label: 'Deny' }
  if (isChanged) return [once, edit, deny]
  return [
    once,
    { value: 'session', label: 'Allow until this program ends' },
    { value: 'always', label: 'Allow always', hint: 'until it changes, or you forget it' },
    ...(type === 'call' ? [{ value: 'always-so' as const, label: 'Allow always with exactly these arguments' }] : []),
    ...(type === 'sample' ? [edit] : []),
    deny,
    { value: 'deny-always', label: 'Deny always' },
  ]
}

function toAnswer(chosen: Exclude<Chosen, 'edit'> | undefined): Answer {
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

type SampleAsked = Extract<Question, { readonly type: 'sample' }>

/** What was changed goes along with a yes. */
function withEdits(asked: SampleAsked, before: Question, chosen: Exclude<Chosen, 'edit'> | undefined): Answer {
  if (asked === before || chosen !== 'once') return toAnswer(chosen)
  const { params, result } = asked
  return result === undefined ? { answer: 'allow', params } : { answer: 'allow', result }
}
