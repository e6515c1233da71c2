"""Announcement on the local network: mDNS name, network interfaces, nearby servers."""
