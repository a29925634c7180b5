import { describe, expect, test } from 'vitest'
import { findPlatform, type PlatformGlobals } from './find-platform.js'

const onNode = (env: Readonly<Record<string, string | undefined>>): PlatformGlobals => ({ process: { env } })

/** Deno, whose user granted the variables in `granted`. It reports reads of others, which would ask its user. */
function onDeno(env: Readonly<Record<string, string>>, granted: readonly string[]) {
  const asked: string[] = []
  const get = (name: string) => {
    if (!granted.includes(name)) asked.push(name)
    return env[name]
  }
  const querySync = ({ variable }: { readonly variable: string }) => ({
    state: granted.includes(variable) ? 'granted' : 'prompt',
  })
  return { asked, globals: { Deno: { env: { get }, permissions: { querySync } }, process: { env } } }
}

describe('findPlatform', () => {
  test.each<readonly [string, PlatformGlobals, string | undefined]>([
    ['a Worker', { navigator: { userAgent: 'Cloudflare-Workers' } }, 'Cloudflare Workers'],
    ['a deployment on Deno Deploy', { Deno: { env: { get: (name) => denoDeploy[name] } } }, 'Deno Deploy'],
    ['a function on Vercel', onNode({ VERCEL: '1', AWS_LAMBDA_FUNCTION_NAME: 'a' }), 'Vercel'],
    ['a function on Lambda', onNode({ AWS_LAMBDA_FUNCTION_NAME: 'a' }), 'AWS Lambda'],
    ['a function on Netlify', { ...onNode({ AWS_LAMBDA_FUNCTION_NAME: 'a' }), Netlify: { env: {} } }, 'Netlify'],
    ['a build on Netlify', onNode({ NETLIFY: 'true' }), 'Netlify'],
    ['Node on a machine', onNode({ PATH: '/bin' }), undefined],
    ['variables that are set to nothing', onNode({ VERCEL: '', NETLIFY: undefined }), undefined],
    ['a browser', { navigator: { userAgent: 'Mozilla/5.0 Cloudflare-Workers' } }, undefined],
    ['an element of a page that is named like a marker', { Netlify: {}, process: {} }, undefined],
    ['nothing known', {}, undefined],
  ])('%s', (_, globals, expected) => {
    expect(findPlatform(globals)).toBe(expected)
  })

  test('reads variables of Deno that its user granted, and no others', () => {
    const refused = onDeno(denoDeploy, [])
    expect([findPlatform(refused.globals), refused.asked]).toEqual([undefined, []])
    const granted = onDeno(denoDeploy, ['DENO_DEPLOYMENT_ID'])
    expect([findPlatform(granted.globals), granted.asked]).toEqual(['Deno Deploy', []])
  })

  test('finds none where the tests run', () => {
    expect(findPlatform()).toBeUndefined()
  })
})

const denoDeploy: Readonly<Record<string, string>> = { DENO_DEPLOY: '1', DENO_DEPLOYMENT_ID: 'a1b2' }
