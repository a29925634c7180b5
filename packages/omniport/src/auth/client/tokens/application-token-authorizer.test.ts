import { expect, test } from 'vitest'
import { ApplicationTokenAuthorizer } from './application-token-authorizer.js'

const forever = new AbortController().signal
const request = { method: 'POST', url: 'https://mcp.example/mcp' }
const refusal = (sent: Readonly<Record<string, string>>, { status = 401, retries = 0 } = {}) => ({
  ...request,
  status,
  sent,
  retries,
  header: () => undefined,
})

function create(
  given: ConstructorParameters<typeof ApplicationTokenAuthorizer>[0]['given'],
): ApplicationTokenAuthorizer {
  return new ApplicationTokenAuthorizer({ given, serverHref: request.url, withTimeoutsPaused: (work) => work() })
}

const refused = {
  code: 'unauthorized',
  message: 'https://mcp.example/mcp refuses the token of auth.token',
  status: 401,
}

test('a text is sent as it is, and given up when it is refused', async () => {
  const authorizer = create('abc')
  const sent = await authorizer.headers(request, forever)
  expect(sent).toEqual({ authorization: 'Bearer abc' })
  await expect(authorizer.recover(refusal(sent), forever)).rejects.toMatchObject(refused)
  expect(await authorizer.recover(refusal(sent, { status: 403 }), forever)).toBe(false)
})

test('a server that wants a key is told no token, and speaks for itself', async () => {
  const authorizer = create('abc')
  const sent = await authorizer.headers(request, forever)
  const asked = { ...refusal(sent), header: (name: string) => (name === 'www-authenticate' ? 'ApiKey' : undefined) }
  expect(await authorizer.recover(asked, forever)).toBe(false)
})

test('a function is asked when a token is needed, once for all who wait, and anew when its token was refused', async () => {
  let count = 0
  const authorizer = create(async () => {
    count += 1
    return `t${count}`
  })
  const all = await Promise.all([authorizer.headers(request, forever), authorizer.headers(request, forever)])
  expect(all).toEqual([{ authorization: 'Bearer t1' }, { authorization: 'Bearer t1' }])
  const [first = {}, second = {}] = all
  expect(
    await Promise.all([authorizer.recover(refusal(first), forever), authorizer.recover(refusal(second), forever)]),
  ).toEqual([true, true])
  const next = await authorizer.headers(request, forever)
  expect([next, count]).toEqual([{ authorization: 'Bearer t2' }, 2])
  await expect(authorizer.recover(refusal(next, { retries: 1 }), forever)).rejects.toMatchObject(refused)
})

test('a function that gives the same token again is not asked a third time', async () => {
  let count = 0
  const authorizer = create(() => {
    count += 1
    return 'same'
  })
  const sent = await authorizer.headers(request, forever)
  await expect(authorizer.recover(refusal(sent), forever)).rejects.toMatchObject(refused)
  expect(count).toBe(2)
})

test('a token has 65,536 characters at most', async () => {
  const most = 'x'.repeat(65_536)
  expect(await create(most).headers(request, forever)).toEqual({ authorization: `Bearer ${most}` })
  await expect(create(`${most}x`).headers(request, forever)).rejects.toMatchObject({ code: 'unauthorized' })
})

test.each(['a b', 'a\r\nb: c', 'ä', ' a', 'a ', 'a\n'])('what cannot be sent is no token: %j', async (given) => {
  const refusal = {
    code: 'unauthorized',
    message: 'auth.token must be visible ASCII of at most 65536 characters',
  }
  await expect(create(given).headers(request, forever)).rejects.toMatchObject(refusal)
  await expect(create(() => given).headers(request, forever)).rejects.toMatchObject(refusal)
})

test('an empty token of a function is none, and a function that fails is named', async () => {
  await expect(create(() => '').headers(request, forever)).rejects.toMatchObject({
    ...{ code: 'unauthorized', message: 'auth.token must return a string that is not empty' },
  })
  await expect(create(() => Promise.reject(new Error('no'))).headers(request, forever)).rejects.toMatchObject({
    ...{ code: 'unauthorized', message: 'auth.token failed' },
  })
})

test('a request that was retried once is not asked for again', async () => {
  let count = 0
  const authorizer = create(() => `t${++count}`)
  const sent = await authorizer.headers(request, forever)
  await expect(authorizer.recover(refusal(sent, { retries: 1 }), forever)).rejects.toMatchObject(refused)
  expect([count, authorizer.onReply()]).toEqual([1, undefined])
})

test('a request that had no token is sent again with the one that is there', async () => {
  const authorizer = create('abc')
  await authorizer.headers(request, forever)
  expect(await authorizer.recover(refusal({}), forever)).toBe(true)
})
