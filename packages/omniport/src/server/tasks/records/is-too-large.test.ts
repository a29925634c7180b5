import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../../../protocol/limits/limits.js'
import { isTooLarge, tooLargeText } from './is-too-large.js'

const limits = { ...defaultLimits, bodyBytes: 100 }
const empty = { params: { name: 't' }, prepared: [], questions: [], onces: [] }
/** The characters of `empty`, as they are stored. */
const fixed = '[{"name":"t"},[],[],[]]'.length
const request = { method: 'elicitation/create', params: { message: '' } } as const

describe('the size of a task', () => {
  test.each([
    ['its parameters', (text: string) => ({ ...empty, params: { name: `t${text}` } }), 0],
    ['what was prepared', (text: string) => ({ ...empty, prepared: [text] }), 2],
    ['values of side effects', (text: string) => ({ ...empty, onces: [['k', [text]] as const] }), '["k",[""]]'.length],
    [
      'its requests',
      (text: string) => ({
        ...empty,
        questions: [{ key: 'k', state: 'open' as const, request: { ...request, params: { message: text } } }],
      }),
      JSON.stringify([request, null]).length,
    ],
    [
      'answers',
      (text: string) => ({ ...empty, questions: [{ key: 'k', state: 'answered' as const, request, answer: text }] }),
      JSON.stringify([request, '']).length,
    ],
  ])('counts %s, up to twice the longest body', (_name, sized, more) => {
    const room = 200 - fixed - more
    expect(isTooLarge(sized('x'.repeat(room)), limits)).toBe(false)
    expect(isTooLarge(sized('x'.repeat(room + 1)), limits)).toBe(true)
  })

  test('is that of UTF-8', () => {
    const room = Math.floor((200 - fixed - 2) / 3)
    expect(isTooLarge({ ...empty, prepared: ['€'.repeat(room)] }, limits)).toBe(false)
    expect(isTooLarge({ ...empty, prepared: ['€'.repeat(room + 1)] }, limits)).toBe(true)
  })

  test('is named where it is too much', () => {
    expect(tooLargeText(limits)).toBe('The task is too large: it may keep 200 bytes (twice bodyBytes)')
  })
})
