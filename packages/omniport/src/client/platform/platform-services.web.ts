import { OmniportError } from '../../values/errors/omniport-error.js'
import { FetchSender } from '../http/fetch-sender.js'
import type * as onNode from './platform-services.js'

export const startProgram: typeof onNode.startProgram = async ({ command }) => {
  throw new OmniportError(
    'unsupported',
    `connect: "${command}" cannot be started: browsers and workers start no programs; connect to the URL of a server`,
  )
}

export const openSender: typeof onNode.openSender = async () => new FetchSender((input, init) => fetch(input, init))

export const openBrowserLauncher: typeof onNode.openBrowserLauncher = async () => undefined
