import { expect, test } from 'vitest'
import { recordingOf } from '../fixtures/memory-recording.js'
import { messageText } from './message-text.js'

const start = '"ms":0,"transport":"stdio","connection":1,"from":"client"'

test.each([
  ['as it was sent', `{${start},"message":{"id":1, "a":1.50 }}`, '{"id":1, "a":1.50 }'],
  ['with white space after the line', `{${start},"message":{ "id":1}} `, '{ "id":1}'],
  ['not before other members', `{${start},"message":{"id":1},"bytes":5}`, undefined],
  ['not after another member of that name', `{"headers":{"message":"x"},${start},"message":{"id":1}}`, undefined],
  ['not with a space before the colon', `{${start},"message" :{"id":1}}`, undefined],
])('the text of a message is found %s', async (_name, text, found) => {
  const texts: unknown[] = []
  for await (const line of recordingOf([text]).lines()) texts.push(messageText(line))
  expect(texts).toEqual([found])
})
