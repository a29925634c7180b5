import { expect, test } from 'vitest'
import type { InputQuestion } from './config-input.js'
import { ConfigInputValues } from './config-input-values.js'

test('what is typed for one file is not given to another, whose input is the same', async () => {
  const asked: InputQuestion[] = []
  const answers = new ConfigInputValues((question) => {
    asked.push(question)
    return `for ${question.file}`
  })
  const definition = { id: 'key', description: 'A key', isSecret: true } as const
  const answer = (file: string) => answers.value({ id: 'key', definition, file, path: ['a'] })
  expect(await Promise.all(['/a', '/b', '/a'].map(answer))).toEqual(['for /a', 'for /b', 'for /a'])
  expect(asked).toEqual([
    { ...definition, file: '/a' },
    { ...definition, file: '/b' },
  ])
})
