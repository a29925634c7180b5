import type { InputQuery, Replies } from '../../drivers/respondent.js'

/** Answers in words, as a person or as a model, whatever the client can ask. */
export function asText(answer: (message: string) => string | Promise<string>): Replies {
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
export function wordsOf(question: InputQuery): string {
  if (question.type !== 'model') return question.message
  const [message] = question.params['messages'] as readonly [{ readonly content: readonly [{ readonly text: string }] }]
  return message.content[0].text
}
