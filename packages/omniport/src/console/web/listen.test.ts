import { get } from 'node:http'
import { expect, test } from 'vitest'
import { listen } from './listen.js'

test('a server listens on the loopback address, and ends every connection when it closes', async () => {
  const { origin, close } = await listen(0, (_request, response) => {
    response.write('begun')
  })
  expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/)
  const response = await fetch(origin)
  await close()
  await expect(response.text()).rejects.toThrow(new TypeError('terminated'))
  await expect(fetch(origin)).rejects.toThrow(new TypeError('fetch failed'))
})

test('a port that is taken is an error', async () => {
  const first = await listen(0, (_request, response) => response.end('first'))
  const port = Number(new URL(first.origin).port)
  await expect(listen(port, () => {})).rejects.toMatchObject({ code: 'EADDRINUSE' })
  const text = await new Promise((resolve, reject) => {
    get(first.origin, { agent: false }, (response) => response.setEncoding('utf8').on('data', resolve)).on(
      'error',
      reject,
    )
  })
  expect(text).toBe('first')
  await first.close()
})
