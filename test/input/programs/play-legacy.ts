import type { RawConnection } from '../../support/connect-raw.js'
import { settled } from '../../support/virtual-runtime.js'
import { Replies, type WireQuestion } from './answers.js'
import type { Program } from './program.js'

/** What a program comes to where its questions are requests of the server. */
export async function playLegacy(program: Program, connection: RawConnection): Promise<unknown> {
  const answers = new Replies()
  let response: unknown
  const call = connection
    .request('tools/call', { name: 'program', arguments: { program } })
    .then(({ result, error }) => {
      response = result?.['content'] ?? error
    })
  while (response === undefined) {
    for (const { id, method = '', params } of connection.messages.splice(0)) {
      const question: WireQuestion = { method, ...(params !== undefined && { params }) }
      connection.send({ jsonrpc: '2.0', id, result: answers.to(question) })
    }
    await settled(1)
  }
  await call
  return response
}
