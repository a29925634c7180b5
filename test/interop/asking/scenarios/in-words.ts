import type { Answers, Question } from '../../drivers/respondent.js'

/** Answers in words, as a person or as a model, whatever the client can ask. */
export function inWords(answer: (message: string) => string): Answers {
  return {
    form: ({ message }) => ({ action: 'accept', content: { answer: answer(message) } }),
    model: (question) => ({
      role: 'assistant',
      content: { type: 'text', text: answer(wordsOf(question)) },
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
