import type { AuthOptions, Target } from '../entries/client.js'
import type { HostOptions, Sample, ServerSettings } from '../entries/host.js'

/** The servers of a console, and how it is served. */
export interface ConsoleOptions {
  /** The version of the command. */
  readonly release: string
  /** Targets or settings by server name. */
  readonly servers: Readonly<Record<string, Target | ServerSettings>>
  /** The names of servers to start at once. Default: those whose start was allowed for good. */
  readonly start?: readonly string[] | undefined
  /** True: the servers are the examples. Default: false. */
  readonly isTour?: boolean | undefined
  /** The files that the servers are from. */
  readonly configFiles?: readonly string[] | undefined
  /** Credentials for HTTP servers; `open` is set by the console. Default: tokens are held in memory. */
  readonly auth?: AuthOptions | undefined
  readonly decisions?: HostOptions['decisions']
  readonly lock?: HostOptions['lock']
  readonly audit?: HostOptions['audit']
  readonly problems?: HostOptions['problems']
  /** Folders that servers may work in. */
  readonly roots?: HostOptions['roots']
  /** Answers sampling requests. Default: the person does. */
  readonly model?: { readonly url: string; readonly name: string; readonly sample: Sample } | undefined
  /** Default: 60 s. */
  readonly timeoutMs?: number | undefined
  /** The folder of the page's files. */
  readonly assets: string
  /** Default: any free port. */
  readonly port?: number | undefined
  /** Messages that are held. Default: 100,000. */
  readonly maxMessages?: number | undefined
}
