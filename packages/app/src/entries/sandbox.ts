export {
  createSandboxHandler,
  type SandboxPage,
  type SandboxPageOptions,
  type SandboxRequest,
  type SandboxResponse,
  sandboxPage,
} from '../sandbox/sandbox-page.js'
