import type { LaunchWarning } from './launch-warning.js'
import type { LaunchWords } from './launch-words.js'

/** Warnings about paths that a command should not need, and about where the command itself is found. */
export const pathWarnings: readonly LaunchWarning[] = [
  {
    find: (words) => pathsIn(words).find((path) => secretPaths.test(path)),
    message: (what) => `There are keys and passwords of yours: ${what}`,
  },
  {
    find: (words) => pathsIn(words).find((path) => systemPaths.test(path)),
    message: (what) => `That is a part of the system of this machine: ${what}`,
  },
  {
    find: (words) => pathsIn(words).find((path) => broadPaths.test(path)),
    message: (what) => `That is everything you have, or all of this machine: ${what}`,
  },
  {
    find: ({ args }) => args.find((arg) => /(?:^|[/\\=:])\.\.(?:[/\\]|$)/.test(arg)),
    message: (what) => `It leads out of the folder that it works in: ${what}`,
  },
  {
    find: ({ launch: { command } }) => (isRelative(command) ? command : undefined),
    message: (what) =>
      `Which program ${what} is depends on the folder it is started in, and on whoever can write there.`,
  },
]

/** The folder, the program, and everything in the arguments that may be a path: also after `=` and `:`. */
function pathsIn({ launch: { command, cwd, args } }: LaunchWords): readonly string[] {
  return [cwd ?? '', command, ...args.flatMap((arg) => arg.split(/[\s=,;'"`]+|:(?![/\\])|@(?=[~/])/))]
}

const secretPaths =
  /[/\\]\.(?:ssh|aws|azure|gnupg|kube|docker|netrc|npmrc|pypirc|git-credentials|pgpass|password-store|mozilla)(?:[/\\]|$)|id_(?:rsa|dsa|ecdsa|ed25519)|[/\\](?:gcloud|keychains|credentials)(?:[/\\]|$)|(?:^|[/\\])\.env(?:\.|$)|login\.keychain|google[/\\]chrome/i

const systemPaths =
  /^\/(?:etc|root|boot|sys|proc|dev|var|usr\/(?:lib|local\/etc)|library|system|private\/etc)(?:\/|$)|^[a-z]:[/\\](?:windows|programdata)(?:[/\\]|$)/i

const broadPaths = /^(?:\/|~[/\\]?|\$\{?HOME\}?[/\\]?|%USERPROFILE%\\?|[a-z]:[/\\]?|\/(?:home|Users)(?:\/[^/]+)?\/?)$/i

/** True for a path relative to the working folder. A bare name is looked up in `PATH`. */
function isRelative(command: string): boolean {
  return /[/\\]/.test(command) && !/^(?:[/\\~]|[a-z]:[/\\])/i.test(command)
}
