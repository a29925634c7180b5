import { describe, expect, test } from 'vitest'
import type { AppConsent } from '../requests/consent-request.js'
import { describeApp } from './describe-app.js'

function described(more: object) {
  const app = { uri: 'ui://a', bytes: 12, ...more }
  const consent = { type: 'app', tool: { tool: 'draw' }, app } as unknown as AppConsent
  return describeApp(consent, 'charts')
}

const reaches = 'The page can send what it is shown, and what is typed into it, to these addresses.'
const runs = 'The page may run scripts of these addresses, which can change without notice.'

test('a page that reaches nothing has no warning', () => {
  expect(described({})).toEqual({
    title: 'Show a user interface of charts?',
    lines: [
      { label: 'Tool', text: 'draw', isUntrusted: true },
      { label: 'Page', text: 'ui://a (12 bytes)', isUntrusted: true },
    ],
    warnings: [],
  })
})

describe('what it declares is listed', () => {
  const a = 'https://a.example'
  test.each([
    ['It connects to', { connectDomains: [a] }, [reaches]],
    ['It loads scripts, styles, images and fonts from', { resourceDomains: [a] }, [reaches, runs]],
    ['It shows pages of', { frameDomains: [a] }, [reaches]],
    ['Its links are relative to', { baseUriDomains: [a] }, []],
  ])('%s', (label, csp, warnings) => {
    const description = described({ csp })
    expect(description.lines.slice(2)).toEqual([{ label, text: a, isUntrusted: true }])
    expect(description.warnings).toEqual(warnings)
  })

  test('the features of the browser', () => {
    const permissions = { camera: {}, microphone: {}, geolocation: {}, clipboardWrite: {}, other: {} }
    const { lines, warnings } = described({ permissions })
    const text = 'the camera, the microphone, the location, writing to the clipboard, other'
    expect(lines.slice(2)).toEqual([{ label: 'It asks for', text, isUntrusted: false }])
    expect(warnings).toEqual([])
  })

  test('several addresses', () => {
    const csp = { connectDomains: ['https://a.example', 'https://b.example'] }
    expect(described({ csp }).lines.at(-1)?.text).toBe('https://a.example https://b.example')
  })

  test('the origin', () => {
    expect(described({ domain: 'a.example' }).lines.slice(2)).toEqual([
      { label: 'It wants the origin', text: 'a.example', isUntrusted: true },
    ])
  })
})
