import { answerRaw } from '../servers/answer-raw.mjs'

/** A function that awaits a function: no message, no copy, no check. */
export async function open() {
  const serve = async (message) => answerRaw(message)
  const call = async (a) => {
    const { result } = await serve({ id: a, method: 'tools/call', params: { name: 'add', arguments: { a, b: 0.5 } } })
    return result.content[0].text
  }
  return { call }
}
