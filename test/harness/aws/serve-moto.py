"""Serves moto until whoever started it is gone, however it went."""

import os
import sys
import threading
import time

from moto.server import main

parent = os.getppid()


def watch_parent() -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)


threading.Thread(target=watch_parent, daemon=True).start()
main(sys.argv[1:])
