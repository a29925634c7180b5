import { batchRevision, isLegacy, isModern } from '../../wire/known-revisions.js'
import { probeMethod, type RawConnection, toRecord } from '../../wire/raw-connection.js'
import { describeReply, expectError, expectResult, expectStatus, type Rule } from './rule.js'

/** The envelope of messages, errors, notifications and cancellation. */
export const messageRules: readonly Rule[] = [
  {
    name: 'string-ids',
    title: 'a response has the id of its request with its type',
    requirements: ['BASE-06'],
    level: 'must',
    check: async (connection) => {
      for (const id of ['7', 'a-"quoted"-é', 9_007_199_254_740_991]) {
        const reply = await sendProbe(connection, id)
        if (reply.response === undefined) return `no response has the id ${JSON.stringify(id)}; ${describeReply(reply)}`
        if (reply.response.id !== id)
          return `the id ${JSON.stringify(id)} came back as ${JSON.stringify(reply.response.id)}`
      }
      return undefined
    },
  },
  {
    name: 'unknown-method',
    title: 'an unknown method is answered with -32601',
    requirements: ['ERR-01'],
    level: 'must',
    check: async (connection) => expectError(await connection.request('omniport/unknown'), [-32601]),
  },
  {
    name: 'unknown-method-status',
    title: 'an unknown method is answered with HTTP status 404',
    requirements: ['HTTP-56', 'ERR-14'],
    level: 'must',
    applies: isModern,
    transport: 'http',
    check: async (connection) => expectStatus(await connection.request('omniport/unknown'), [404]),
  },
  {
    name: 'silent-notifications',
    title: 'notifications are not answered, known or not',
    requirements: ['BASE-12'],
    level: 'must',
    check: async (connection) => {
      const sent = await connection.notify('notifications/omniport-unknown')
      const { messages } = await sendProbe(connection, connection.nextId())
      const answer = [...sent.messages, ...messages].find(
        (each) => !('method' in each) && (each['id'] ?? null) === null,
      )
      return answer === undefined ? undefined : `it answered ${JSON.stringify(answer).slice(0, 200)}`
    },
  },
  {
    name: 'notification-status',
    title: 'a notification is answered with HTTP status 202 and no body',
    requirements: ['HTTP-11'],
    level: 'must',
    applies: isLegacy,
    transport: 'http',
    check: async (connection) => {
      const reply = await connection.notify('notifications/cancelled', { requestId: 'unknown', reason: 'a check' })
      return expectStatus(reply, [202]) ?? (reply.text === '' ? undefined : 'there is a body')
    },
  },
  {
    name: 'stray-cancellation',
    title: 'the cancellation of an unknown request changes nothing',
    requirements: ['CAN-09', 'CAN-08'],
    level: 'must',
    check: async (connection) => {
      await connection.notify('notifications/cancelled', { requestId: 'unknown' })
      return (await connection.isAlive()) ? undefined : 'the server does not answer any more'
    },
  },
  {
    name: 'malformed-json',
    title: 'text that is not JSON is survived',
    requirements: ['ERR-01'],
    level: 'must',
    check: async (connection) => {
      const reply = await connection.send('{"jsonrpc":"2.0","id":1,')
      const problem = connection.wire.transport === 'http' ? expectClientError(reply.status) : undefined
      if (problem !== undefined) return problem
      return (await connection.isAlive()) ? undefined : 'the server does not answer any more'
    },
  },
  {
    name: 'invalid-envelope',
    title: 'a message without jsonrpc is refused and survived',
    requirements: ['BASE-01'],
    level: 'must',
    check: async (connection) => {
      const id = connection.nextId()
      await connection.send({ id, method: 'tools/list' }, quick(connection, id))
      return survives(connection, id)
    },
  },
  {
    name: 'batch',
    title: 'a batch of requests is answered',
    requirements: ['BASE-13'],
    level: 'must',
    applies: (revision) => revision === batchRevision,
    check: async (connection) => {
      const ids = [connection.nextId(), connection.nextId()]
      const last = ids[1] ?? 0
      const batch = ids.map((id) => ({ jsonrpc: '2.0', id, method: 'ping' }))
      const { messages, ...reply } = await connection.send(batch, { awaits: last })
      const missing = ids.filter((id) => !messages.some((message) => message['id'] === id))
      return missing.length === 0
        ? undefined
        : `${missing.length} of 2 have no response; ${describeReply({ ...reply, messages })}`
    },
  },
  {
    name: 'no-batch',
    title: 'a batch, which this revision has not, is refused and survived',
    requirements: ['BASE-16'],
    level: 'should',
    applies: (revision) => revision > batchRevision,
    check: async (connection) => {
      const id = connection.nextId()
      const batch = [{ jsonrpc: '2.0', id, method: 'tools/list', params: {} }]
      await connection.send(batch, quick(connection, id))
      return survives(connection, id)
    },
  },
  {
    name: 'result-type',
    title: 'results have resultType',
    requirements: ['BASE-21'],
    level: 'must',
    applies: isModern,
    check: async (connection) => {
      const reply = await connection.request('server/discover')
      const type = reply.response?.result?.['resultType']
      return expectResult(reply) ?? (type === 'complete' ? undefined : `resultType is ${JSON.stringify(type)}`)
    },
  },
]

function sendProbe(connection: RawConnection, id: string | number) {
  return connection.requestAs(id, probeMethod(connection))
}

/** The problem, if a message that is wrong got a result, or was the last one that the server took. */
async function survives(connection: RawConnection, id: number): Promise<string | undefined> {
  if (!(await connection.isAlive())) return 'the server does not answer any more'
  const messages = connection.wire.log.recorded.flatMap(({ from, message }) =>
    from === 'server' ? [message].flat() : [],
  )
  const isResult = (message: unknown) => toRecord(message)['id'] === id && toRecord(message)['result'] !== undefined
  return messages.some(isResult) ? 'it was answered with a result' : undefined
}

/** Over stdio a server may drop what has no valid form, so that nothing is waited for. */
function quick({ wire }: RawConnection, id: number) {
  return wire.transport === 'http' ? { awaits: id } : {}
}

function expectClientError(status: number | undefined): string | undefined {
  if (status !== undefined && status >= 400 && status < 500) return undefined
  return `expected an HTTP status from 400; got ${status ?? 'no reply'}`
}
