/** A platform that runs a fetch handler where no browser of a user can reach it as a program of the same machine. */
export type Platform = 'AWS Lambda' | 'Cloudflare Workers' | 'Deno Deploy' | 'Netlify' | 'Vercel'

/**
 * Finds the platform that this program was deployed to, by the marker that the platform documents; undefined on a machine. The
 * development servers of these platforms run on a machine and set the same markers, so nothing may be allowed here that a web
 * page could use by DNS rebinding.
 */
export function findPlatform(globals: PlatformGlobals = globalThis as PlatformGlobals): Platform | undefined {
  if (globals.navigator?.userAgent === 'Cloudflare-Workers') return 'Cloudflare Workers'
  if (globals.Netlify?.env !== undefined) return 'Netlify' // functions and edge functions have it, the variable is for builds
  const isSet = variablesOf(globals)
  return markers.find(([name]) => isSet(name))?.[1]
}

const markers: readonly (readonly [string, Platform])[] = [
  ['DENO_DEPLOYMENT_ID', 'Deno Deploy'],
  ['VERCEL', 'Vercel'],
  ['NETLIFY', 'Netlify'],
  ['AWS_LAMBDA_FUNCTION_NAME', 'AWS Lambda'],
]

/** Returns a function that tells if a variable is set. Deno asks its user for variables that were not granted: those are not read. */
function variablesOf(globals: PlatformGlobals): (name: string) => boolean {
  const deno = globals.Deno
  if (deno === undefined) return (name) => isText(globals.process?.env?.[name])
  return (variable) => {
    const permission = deno.permissions?.querySync?.({ name: 'env', variable })
    return (permission === undefined || permission.state === 'granted') && isText(deno.env?.get(variable))
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

/** The global objects by which platforms are known. */
export interface PlatformGlobals {
  readonly navigator?: { readonly userAgent?: string | undefined } | undefined
  readonly Netlify?: { readonly env?: unknown } | undefined
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> | undefined } | undefined
  readonly Deno?: DenoGlobal | undefined
}

interface DenoGlobal {
  readonly env?: { get(name: string): string | undefined } | undefined
  readonly permissions?:
    | { querySync?(permission: { readonly name: 'env'; readonly variable: string }): { readonly state: string } }
    | undefined
}
