import { expect, test } from 'vitest'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { authorized, forever, idleProver, own, refusal, sentBy, setUp } from './fixtures/authority.js'

test('who gives up waits no longer for somebody else whose person takes long', async () => {
  const { create, authority } = setUp()
  let open = () => {}
  authority.gate = new Promise((resolve) => {
    open = resolve
  })
  const [second, first] = [create(), create()]
  const asked = second.recover(refusal(await sentBy(second)), own())
  const leaving = new AbortController()
  const waiting = first.recover(refusal(await sentBy(first)), leaving.signal)
  await new Promise((resolve) => setImmediate(resolve))
  leaving.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  open()
  await asked
  await new Promise((resolve) => setImmediate(resolve))
  expect(authority.log).toEqual(['obtain https://as.example undefined'])
})

test('a proof that cannot be made is no access, and says why', async () => {
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  const { authorizer } = setUp({}, { ...idleProver, proof: () => Promise.reject(full) })
  await authorizer.recover(refusal(await sentBy(authorizer)), forever)
  await expect(sentBy(authorizer)).rejects.toMatchObject({
    code: 'unauthorized',
    message: 'No access to https://mcp.example/mcp: internal error (ENOSPC)',
    cause: full,
  })
})

test('an authorization server that does not answer is no refusal: the next request tries again', async () => {
  const { authorizer, authority } = setUp()
  const sent = await authorized(authorizer)
  const { refresh } = authority
  authority.refresh = () => Promise.reject(new OmniportError('unreachable', 'as.example could not be reached'))
  await expect(authorizer.recover({ ...refusal(sent), isQuiet: true }, forever)).rejects.toMatchObject({
    code: 'unreachable',
    message: 'No access to https://mcp.example/mcp: as.example could not be reached',
  })
  authority.refresh = refresh
  expect(await authorizer.recover({ ...refusal(sent), isQuiet: true }, forever)).toBe(true)
  expect(await sentBy(authorizer)).toEqual({ authorization: 'Bearer t2' })
})
