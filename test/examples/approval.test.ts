import type { Server } from 'omniport'
import { connect, textOf } from 'omniport/client'
import { type Revision, revisions } from 'omniport/protocol'
import { scripted } from 'omniport/testing'
import { expect, onTestFinished, test } from 'vitest'
import { loadExample } from './load-example.js'

interface Payment {
  readonly to: string
  readonly euros: number
}
const { createPayments } = await loadExample<{ createPayments(pay: (payment: Payment) => Promise<string>): Server }>(
  'approval/server.js',
)

async function start(options: object) {
  const payments: Payment[] = []
  const server = createPayments(async (payment) => `receipt ${payments.push(payment)}`)
  const client = await connect(server, options)
  onTestFinished(async () => {
    await client.close()
    await server.close()
  })
  const pay = async (args: object) => textOf(await client.callTool('pay_invoice', { ...args }))
  return { pay, payments }
}

const withForms = revisions.filter((revision) => revision >= '2025-06-18')

test.each(withForms)('what a person approves is paid once, at %s', async (revision) => {
  const elicit = scripted([{ approved: true }])
  const { pay, payments } = await start({ revision, elicit })
  expect(await pay({ to: 'Ada', euros: 20 })).toBe('Paid 20 euros to Ada: receipt 1')
  expect([payments, elicit.asked.map(({ message }) => message)]).toEqual([
    [{ to: 'Ada', euros: 20 }],
    ['Pay 20 euros to Ada?'],
  ])
})

test.each<[string, Revision, object]>(
  withForms.flatMap((revision): [string, Revision, object][] => [
    ['declines', revision, { action: 'decline' }],
    ['closes the form', revision, { action: 'cancel' }],
    ['does not tick the box', revision, { approved: false }],
  ]),
)('nothing is paid when the person %s, at %s', async (_, revision, answer) => {
  const { pay, payments } = await start({ revision, elicit: scripted([answer as never]) })
  expect([await pay({ to: 'Ada', euros: 20 }), payments]).toEqual(['Not approved: nothing was paid', []])
})

test.each(revisions)('nothing is paid where nobody can be asked, nor too much, at %s', async (revision) => {
  const { pay, payments } = await start({ revision })
  expect(await pay({ to: 'Ada', euros: 20 })).toBe('This client cannot ask a person, so nothing is paid')
  expect(await pay({ to: 'Ada', euros: 1_001 })).toMatch(/^Invalid arguments/)
  expect(payments).toEqual([])
})
