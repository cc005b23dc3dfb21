import { stopping } from '@/lib/platform/stopping'

export const GET = stopping
