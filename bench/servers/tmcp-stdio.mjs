import { StdioTransport } from '@tmcp/transport-stdio'
import { defineTmcp } from './define-tmcp.mjs'
import { readSettings } from './settings.mjs'

new StdioTransport(defineTmcp(readSettings().tools)).listen()
