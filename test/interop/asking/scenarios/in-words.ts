import type { Answers, Question } from '../../drivers/respondent.js'

/** Answers in words, as a person or as a model, whatever the client can ask. */
export function inWords(answer: (message: string) => string | Promise<string>): Answers {
  return {
    form: async ({ message }) => ({ action: 'accept', content: { answer: await answer(message) } }),
    model: async (question) => ({
      role: 'assistant',
      content: { type: 'text', text: await answer(wordsOf(question)) },
      model: 'words',
    }),
  }
}

/** What was asked, in words. */
export function wordsOf(question: Question): string {
  if (question.type !== 'model') return question.message
  const [message] = question.params['messages'] as readonly [{ readonly content: readonly [{ readonly text: string }] }]
  return message.content[0].text
}
