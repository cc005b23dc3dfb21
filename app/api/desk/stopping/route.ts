import { stopping } from '@/lib/server/desk/stopping'

export const GET = stopping
