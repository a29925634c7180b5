export { createFileStores, type FileStores, type FileStoresOptions } from '../store/node/create-file-stores.js'
