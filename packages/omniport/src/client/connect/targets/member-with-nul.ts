import type { Command } from './target.js'

/**
 * Names the member of a command that holds a NUL character: `args[1]`, `env.TOKEN`; undefined if none does. No program can
 * get one, and the error of the platform would repeat the value, which may be a secret.
 */
export function memberWithNul({ command, args = [], env = {}, cwd = '' }: Command): string | undefined {
  const members: readonly (readonly [string, string])[] = [
    ['command', command],
    ...args.map((arg, at) => [`args[${at}]`, arg] as const),
    ...Object.entries(env).map(
      ([name, value = '']) => [`env.${name.replaceAll('\0', '')}`, `${name}${value}`] as const,
    ),
    ['cwd', cwd],
  ]
  return members.find(([, value]) => value.includes('\0'))?.[0]
}
