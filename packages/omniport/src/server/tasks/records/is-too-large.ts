import type { Limits } from '../../../protocol/limits/limits.js'
import { utf8Length } from '../../../values/text/utf8-length.js'
import type { TaskJob } from './task-record.js'

type Sized = Pick<TaskJob, 'params' | 'prepared' | 'questions' | 'onces'>

/** True if a task stores more than it may: its parameters, its requests and answers, and the values of side effects. */
export function isTooLarge({ params, prepared, questions, onces }: Sized, limits: Limits): boolean {
  const asked = questions.map(({ request, answer }) => [request, answer])
  const text = JSON.stringify([params, prepared, asked, onces])
  const most = maxBytes(limits)
  return text.length > most || utf8Length(text) > most
}

export function tooLargeText(limits: Limits): string {
  return `The task is too large: it may keep ${maxBytes(limits)} bytes (twice bodyBytes)`
}

/** Enough for any call over HTTP, and as much again. */
function maxBytes({ bodyBytes }: Limits): number {
  return 2 * bodyBytes
}
