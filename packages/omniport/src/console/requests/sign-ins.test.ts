import { describe, expect, test } from 'vitest'
import type { ConsoleEvent, PersonRequest, SignIn } from '../contract.js'
import type { AuthExchange } from '../recording/record-auth.js'
import { PersonRequests } from './person-requests.js'
import { SignIns } from './sign-ins.js'

function create() {
  const events: ConsoleEvent[] = []
  const ended: [PersonRequest, number][] = []
  const changed: string[] = []
  const givenUp: string[] = []
  const publish = (event: ConsoleEvent) => void events.push(event)
  const requests = new PersonRequests({ publish, onOpen: () => {}, onEnd: (...end) => ended.push(end) })
  const signIns = new SignIns({
    ...{ requests, publish },
    onChange: (server) => changed.push(server),
    onGiveUp: (server) => givenUp.push(server),
  })
  const open = (url: string) => signIns.open('s')(url)
  return { signIns, requests, events, changed, givenUp, open }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

function exchange(path: string, more: Partial<AuthExchange> = {}): AuthExchange {
  return { url: new URL(`https://auth.example${path}`), method: 'GET', status: 200, ...more } as AuthExchange
}

const steps = ({ steps: all }: SignIn) => all.map(({ name, state, text }) => [name, state, text])

const page = 'https://auth.example/authorize?scope=a%20b%20%20c'

test('the person is asked to agree at the page of the authorization server', async () => {
  const { signIns, requests, events, changed, open } = create()
  await open(page)
  expect(requests.all).toMatchObject([
    { type: 'sign-in', server: 's', url: page, host: 'auth.example', scopes: ['a', 'b', 'c'] },
  ])
  expect([signIns.isWaiting('s'), signIns.isWaiting('t'), changed]).toEqual([true, false, ['s']])
  expect(signIns.all.map((signIn) => [signIn.server, signIn.state, steps(signIn)])).toEqual([
    ['s', 'waiting', [['authorize', 'running', 'Agree at auth.example']]],
  ])
  expect(events.at(0)).toEqual({ type: 'sign-in', signIn: signIns.all[0] })
})

test('a page without scopes asks for none', async () => {
  const { requests, open } = create()
  await open('https://auth.example/authorize')
  expect(requests.all).toMatchObject([{ scopes: [] }])
})

test('a person who cancels gives the attempt up', async () => {
  const { requests, givenUp, open } = create()
  await open(page)
  requests.answer(requests.all[0]?.id ?? '', { type: 'sign-in', action: 'cancel' })
  await turn()
  expect(givenUp).toEqual(['s'])
})

test('of two sign-ins at one server the later one counts', async () => {
  const { requests, givenUp, open } = create()
  await open(page)
  await open(page)
  await turn()
  expect([requests.all.length, givenUp]).toEqual([1, []])
})

describe('what is exchanged is a step', () => {
  test.each<[AuthExchange, string, string, string, string]>([
    [
      exchange('/.well-known/oauth-protected-resource'),
      'resource-metadata',
      'done',
      'running',
      'GET auth.example/.well-known/oauth-protected-resource: 200',
    ],
    [
      exchange('/.well-known/x', { status: 404 }),
      'server-metadata',
      'done',
      'running',
      'GET auth.example/.well-known/x: 404',
    ],
    [
      exchange('/x', { status: undefined, error: 'no route' }),
      'server-metadata',
      'failed',
      'running',
      'auth.example: no route',
    ],
    [
      exchange('/register', { method: 'POST', isJson: true, status: 201 }),
      'registration',
      'done',
      'running',
      'POST auth.example/register: 201',
    ],
    [
      exchange('/register', { method: 'POST', isJson: true, status: 400 }),
      'registration',
      'failed',
      'running',
      'POST auth.example/register: 400',
    ],
    [exchange('/token', { method: 'POST', status: 399 }), 'token', 'done', 'done', 'POST auth.example/token: 399'],
    [exchange('/token', { method: 'POST', status: 400 }), 'token', 'failed', 'failed', 'POST auth.example/token: 400'],
    [
      exchange('/token', { method: 'POST', status: undefined, error: 'x' }),
      'token',
      'failed',
      'failed',
      'auth.example: x',
    ],
  ])('%j', (given, name, state, whole, text) => {
    const { signIns } = create()
    signIns.exchanged('s', given, 7)
    const [signIn] = signIns.all
    expect(signIn?.state).toBe(whole)
    expect(signIn?.steps).toEqual([{ name, state, text, seq: 7, at: expect.any(Number) }])
  })
})

test('a token after the page means that the person agreed, and nothing waits any more', async () => {
  const { signIns, requests, givenUp, open } = create()
  signIns.exchanged('s', exchange('/.well-known/x'), 1)
  await open(page)
  signIns.exchanged('s', exchange('/token', { method: 'POST' }), 2)
  await turn()
  expect(signIns.all.map(steps)).toEqual([
    [
      ['server-metadata', 'done', 'GET auth.example/.well-known/x: 200'],
      ['redirect', 'done', 'The person agreed'],
      ['token', 'done', 'POST auth.example/token: 200'],
    ],
  ])
  expect([signIns.isWaiting('s'), requests.all, givenUp]).toEqual([false, [], []])
})

test('what comes after the end begins anew', () => {
  const { signIns } = create()
  signIns.exchanged('s', exchange('/token', { method: 'POST', status: 400 }), 1)
  signIns.exchanged('s', exchange('/token', { method: 'POST' }), 2)
  signIns.exchanged('s', exchange('/.well-known/x'), 3)
  expect(signIns.all.map(({ state, steps: all }) => [state, all.map(({ seq }) => seq)])).toEqual([['running', [3]]])
})

test('the last 50 steps are kept', () => {
  const { signIns } = create()
  for (let seq = 1; seq <= 51; seq += 1) signIns.exchanged('s', exchange('/.well-known/x'), seq)
  expect(signIns.all[0]?.steps.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, at) => at + 2))
})

test('when the server is connected, or gone, nobody is asked any more', async () => {
  const { signIns, requests, givenUp, open } = create()
  signIns.ended('s')
  await open(page)
  signIns.ended('s')
  await turn()
  expect([signIns.isWaiting('s'), requests.all, givenUp, signIns.all.length]).toEqual([false, [], [], 1])
  await open(page)
  signIns.remove('s')
  expect([signIns.all, requests.all]).toEqual([[], []])
})
