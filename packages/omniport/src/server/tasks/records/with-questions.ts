import type { LiveRecord, TaskQuestion } from './task-record.js'

/** Replaces the input requests of a task: it needs input exactly while one of them is open. */
export function withQuestions(record: LiveRecord, questions: readonly TaskQuestion[]): LiveRecord {
  const isOpen = questions.some(({ state }) => state === 'open')
  return { ...record, status: isOpen ? 'input_required' : 'working', job: { ...record.job, questions } }
}
